/** Unit of a number; a text of the settings page, except that a bare number has none. */
type SettingUnit = '' | 's' | 'px'

/**
 * Control of a setting. The settings page is generated from this and from the texts `settings.<name>` and
 * `settings.<name>.hint`.
 */
export type SettingControl =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly step: number
      readonly unit: SettingUnit
    }
  | { readonly kind: 'toggle' }
  /** One line; empty is always accepted. */
  | { readonly kind: 'text'; readonly pattern: RegExp }

/** A setting: its dotted name, default, and accepted values. */
export interface Setting<
  Name extends string = string,
  Value extends string | number | boolean = string | number | boolean,
> {
  readonly name: Name
  readonly initial: Value
  readonly control: SettingControl
}

export function choice<const Name extends string, const Option extends string>(
  name: Name,
  initial: NoInfer<Option>,
  options: readonly Option[],
): Setting<Name, Option> {
  return { name, initial, control: { kind: 'choice', options } }
}

export function number<const Name extends string>(
  name: Name,
  initial: number,
  range: { readonly min: number; readonly max: number; readonly step?: number; readonly unit: SettingUnit },
): Setting<Name, number> {
  return { name, initial, control: { kind: 'number', step: 1, ...range } }
}

export function toggle<const Name extends string>(name: Name, initial: boolean): Setting<Name, boolean> {
  return { name, initial, control: { kind: 'toggle' } }
}

export function text<const Name extends string>(
  name: Name,
  initial: string,
  pattern: RegExp,
): Setting<Name, string> {
  return { name, initial, control: { kind: 'text', pattern } }
}

/** Whether a setting accepts a value; checked on every read, because files are edited by hand. */
export function accepts(setting: Setting, value: unknown): boolean {
  const { control } = setting
  switch (control.kind) {
    case 'choice':
      return typeof value === 'string' && control.options.includes(value)
    case 'number':
      return typeof value === 'number' && value >= control.min && value <= control.max
    case 'toggle':
      return typeof value === 'boolean'
    case 'text':
      return typeof value === 'string' && (value === '' || control.pattern.test(value))
  }
}

/** Returns the effective value: the stored one if valid, else the default. */
export function settingValue<V extends string | number | boolean>(
  setting: Setting<string, V>,
  values: Readonly<Record<string, unknown>>,
): V {
  const value = values[setting.name]
  return accepts(setting, value) ? (value as V) : setting.initial
}

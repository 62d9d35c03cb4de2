/** How a setting is set. The settings page is generated from this, and from the texts `settings.<name>` and `settings.<name>.hint`. */
export type SettingControl =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly step: number
      readonly unit: string
    }
  | { readonly kind: 'toggle' }
  /** One line; empty is always accepted. */
  | { readonly kind: 'text'; readonly pattern: RegExp }

/** One setting: its dotted name, what it is until someone sets it, and which values it takes. */
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
  range: { readonly min: number; readonly max: number; readonly step?: number; readonly unit: string },
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

/** Whether a value is one that the setting takes; files are edited by hand, so every read asks. */
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

/** The value in force: the kept one when it is acceptable, else the initial one. */
export function settingValue<V extends string | number | boolean>(
  setting: Setting<string, V>,
  values: Readonly<Record<string, unknown>>,
): V {
  const value = values[setting.name]
  return accepts(setting, value) ? (value as V) : setting.initial
}

import { z } from 'zod'

/** JSON-RPC's code for an unsupported method. */
export const METHOD_NOT_FOUND = -32601

/** Parsed loosely: unknown members are kept and shown. */
export const toolSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()).catch({}),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
})
export type Tool = z.infer<typeof toolSchema>

export const resourceSchema = z.looseObject({
  uri: z.string(),
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
})
export type Resource = z.infer<typeof resourceSchema>

export const templateSchema = z.looseObject({
  uriTemplate: z.string(),
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
})
export type Template = z.infer<typeof templateSchema>

export const promptSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  arguments: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional().catch(undefined),
        required: z.boolean().optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
})
export type Prompt = z.infer<typeof promptSchema>

/** The content of a resource: text, or base64 bytes. */
export const resourceContentSchema = z.looseObject({
  uri: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
  mimeType: z.string().optional(),
})

/** One content block of a result; unknown types are shown as JSON. */
export const contentSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  resource: resourceContentSchema.optional().catch(undefined),
})
export type Content = z.infer<typeof contentSchema>

/** A message of a prompt, with its role. */
export const promptMessageSchema = z.looseObject({ role: z.string(), content: contentSchema })

/** The `{name}` variables of a URI template, without operators. */
export function templateVariables(template: string): string[] {
  return [...template.matchAll(/\{[+#./;?&]?([^}]+)\}/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/(\*|:\d+)$/, '')),
  )
}

/**
 * Expands a URI template (RFC 6570, the forms MCP servers use): simple, reserved, path and query expansion.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([+#./;?&]?)([^}]+)\}/g, (_whole, operator: string, list: string) => {
    const names = list.split(',').map((name) => name.replace(/(\*|:\d+)$/, ''))
    const given = names.flatMap((name) => {
      const value = values[name] ?? ''
      return value === ''
        ? []
        : [
            [
              name,
              operator === '+' || operator === '#' ? encodeURI(value) : encodeURIComponent(value),
            ] as const,
          ]
    })
    if (given.length === 0) return ''
    const named = given.map(([name, value]) => `${name}=${value}`)
    const plain = given.map(([, value]) => value)
    if (operator === '?' || operator === '&') return operator + named.join('&')
    if (operator === ';') return `;${named.join(';')}`
    if (operator === '.' || operator === '/') return operator + plain.join(operator)
    return (operator === '#' ? '#' : '') + plain.join(',')
  })
}

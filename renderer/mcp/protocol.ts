import { z } from 'zod'

/** JSON-RPC's code for a method that whoever is asked does not have. */
export const METHOD_NOT_FOUND = -32601

/** What a server lists, read loosely: whatever else it says is kept and shown. */
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

/** What a resource holds: text, or bytes in base64. */
export const resourceContentSchema = z.looseObject({
  uri: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
  mimeType: z.string().optional(),
})

/** One block of a result's content; unknown kinds are shown as JSON. */
export const contentSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  resource: resourceContentSchema.optional().catch(undefined),
})
export type Content = z.infer<typeof contentSchema>

/** What a prompt says, and in whose place. */
export const promptMessageSchema = z.looseObject({ role: z.string(), content: contentSchema })

/** `{name}` variables of a URI template, without its operators. */
export function templateVariables(template: string): string[] {
  return [...template.matchAll(/\{[+#./;?&]?([^}]+)\}/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/(\*|:\d+)$/, '')),
  )
}

/** Fills a template (RFC 6570, the forms that MCP servers use): plain, reserved, path and query expansion. */
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

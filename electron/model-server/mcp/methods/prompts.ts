import type { JsonObject } from '#shared/model/json.ts'
import { nearest } from '#shared/spl/index.ts'
import { RPC, RpcError, objectParam, stringParam } from '../rpc.ts'

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: false
  }[]
  readonly text: (workspace: string, args: { readonly [name: string]: string }) => string
}

const workspaceArgument = {
  name: 'workspace',
  description: 'Workspace to work in; the server has a default.',
  required: false,
} as const

const prompts: readonly Prompt[] = [
  {
    name: 'model_query_context',
    title: 'Query the graph model',
    description: 'Sets the scene for answering a question with SPL queries.',
    arguments: [
      workspaceArgument,
      { name: 'query', description: 'SPL to start from; .model | limit 20 when left out.', required: false },
    ],
    text: (workspace, args) =>
      [
        `You work with the graph-model workspace "${workspace}".`,
        `Run this SPL with query_spl_execute, or improve it first with the help of query_spl_explain:`,
        '',
        args['query'] || '.model | limit 20',
        '',
        'Sources: .model for definitions, .entity for runtime entities, .topo for relations between them, .entity_set for the ' +
          'methods and data sets of one entity set, .runbook_set for operating knowledge.',
        'Tool texts are TOON; the same data is in structuredContent as JSON. An error names its place and what to write instead.',
      ].join('\n'),
  },
  {
    name: 'model_object_graph_review',
    title: 'Review the object graph',
    description: 'Asks for a review of definitions, entities and relations of a workspace.',
    arguments: [
      workspaceArgument,
      { name: 'focus', description: 'What to look at; everything when left out.', required: false },
    ],
    text: (workspace, args) =>
      [
        `Review the object graph of workspace "${workspace}".`,
        `Focus: ${args['focus'] || 'model definitions, runtime entities and topology relations'}.`,
        '',
        `Read the resources first: model://workspace/${workspace}/overview and model://workspace/${workspace}/schema-index.`,
        'Then check what you found with query_spl_execute, and say for each finding which query shows it.',
      ].join('\n'),
  },
]

export const PROMPT_NAMES: readonly string[] = prompts.map((prompt) => prompt.name)

export function listPrompts(): object {
  return { prompts: prompts.map(({ text: _text, ...prompt }) => prompt) }
}

/** @throws RpcError −32602 for an unknown name or an argument that is not a string */
export function getPrompt(defaultWorkspace: string, params: JsonObject): object {
  const name = stringParam(params, 'name')
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) {
    const suggestion = nearest(name, PROMPT_NAMES)
    throw new RpcError(
      RPC.invalidParams,
      `there is no prompt ${name}; ${suggestion ? `did you mean ${suggestion}?` : `the prompts are ${PROMPT_NAMES.join(', ')}`}`,
    )
  }
  const args: { [name: string]: string } = {}
  for (const [key, value] of Object.entries(objectParam(params, 'arguments'))) {
    if (typeof value !== 'string') throw new RpcError(RPC.invalidParams, `arguments.${key} must be a string`)
    args[key] = value
  }
  const text = prompt.text(args['workspace'] || defaultWorkspace, args)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

import {
  callsDocument,
  type ConnectionCalls,
  type KeptCalls,
  type PastCall,
  type Preset,
  type ToolCalls,
} from '#shared/documents/console.ts'
import { documentOf } from '../../app/document.ts'

/** Calls that are kept of one tool. */
const MAX_CALLS = 20
/** Characters of arguments, as JSON; larger ones are files that somebody pasted. */
const MAX_ARGUMENTS = 64 * 1024

export const keptCalls = documentOf(callsDocument)

/** Which tool of which connection. */
export interface ToolPlace {
  readonly connection: string
  readonly tool: string
}

const NONE: ToolCalls = { presets: [], calls: [] }

export const callsOf = ({ connections }: KeptCalls, { connection, tool }: ToolPlace): ToolCalls =>
  own(own(connections, connection), tool) ?? NONE

/** A tool may be called `constructor`. */
const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** With something else kept of a tool; a tool of which nothing is left, and a connection without tools, are gone. */
function withTool(kept: KeptCalls, place: ToolPlace, make: (calls: ToolCalls) => ToolCalls): KeptCalls {
  const { [place.connection]: _connection, ...connections } = kept.connections
  const { [place.tool]: _tool, ...tools } = own(kept.connections, place.connection) ?? {}
  const next = make(callsOf(kept, place))
  const left = next.presets.length + next.calls.length > 0 ? { ...tools, [place.tool]: next } : tools
  return {
    connections: Object.keys(left).length > 0 ? { ...connections, [place.connection]: left } : connections,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The same arguments again are one call, the last. */
export const withCall = (kept: KeptCalls, place: ToolPlace, call: PastCall): KeptCalls =>
  JSON.stringify(call.args).length > MAX_ARGUMENTS
    ? kept
    : withTool(kept, place, ({ presets, calls }) => ({
        presets,
        calls: [call, ...calls.filter(({ args }) => !isSame(args, call.args))].slice(0, MAX_CALLS),
      }))

/** A name stands for one set of arguments, the last that was given it. */
export const withPreset = (kept: KeptCalls, place: ToolPlace, preset: Preset): KeptCalls =>
  withTool(kept, place, ({ presets, calls }) => ({
    presets: [preset, ...presets.filter(({ name }) => name !== preset.name)],
    calls,
  }))

export const withoutPreset = (kept: KeptCalls, place: ToolPlace, name: string): KeptCalls =>
  withTool(kept, place, ({ presets, calls }) => ({
    presets: presets.filter((one) => one.name !== name),
    calls,
  }))

/** Without one call, or without any. */
export const withoutCalls = (kept: KeptCalls, place: ToolPlace, at?: number): KeptCalls =>
  withTool(kept, place, ({ presets, calls }) => ({
    presets,
    calls: at === undefined ? [] : calls.filter((call) => call.at !== at),
  }))

/** The calls of a connection's tools, where there are any. */
export const callsOfConnection = ({ connections }: KeptCalls, id: string): ConnectionCalls | undefined =>
  own(connections, id)

/** With the calls of a connection's tools, or without them. */
export function withConnection({ connections }: KeptCalls, id: string, calls?: ConnectionCalls): KeptCalls {
  const { [id]: _before, ...others } = connections
  return { connections: calls ? { ...others, [id]: calls } : others }
}

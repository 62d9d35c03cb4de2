import {
  callsDocument,
  type ConnectionCalls,
  type SavedCalls,
  type PastCall,
  type Preset,
  type ToolCalls,
} from '#shared/documents/console.ts'
import { documentOf } from '../../app/document.ts'

/** Maximum calls stored per tool. */
const MAX_CALLS = 20
/** Maximum characters of arguments as JSON; larger ones are pasted files. */
const MAX_ARGUMENTS_CHARACTERS = 64 * 1024

export const savedCalls = documentOf(callsDocument)

/** A tool of a connection. */
export interface ToolPlace {
  readonly connection: string
  readonly tool: string
}

const NONE: ToolCalls = { presets: [], calls: [] }

export const callsOf = ({ connections }: SavedCalls, { connection, tool }: ToolPlace): ToolCalls =>
  own(own(connections, connection), tool) ?? NONE

/** A tool may be named `constructor`. */
const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** Updates a tool's entry; empty entries of tools and connections are removed. */
function withTool(saved: SavedCalls, place: ToolPlace, make: (calls: ToolCalls) => ToolCalls): SavedCalls {
  const { [place.connection]: _connection, ...connections } = saved.connections
  const { [place.tool]: _tool, ...tools } = own(saved.connections, place.connection) ?? {}
  const next = make(callsOf(saved, place))
  const left = next.presets.length + next.calls.length > 0 ? { ...tools, [place.tool]: next } : tools
  return {
    connections: Object.keys(left).length > 0 ? { ...connections, [place.connection]: left } : connections,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Records a call; a call with the same arguments replaces the earlier one. */
export const withCall = (saved: SavedCalls, place: ToolPlace, call: PastCall): SavedCalls =>
  JSON.stringify(call.args).length > MAX_ARGUMENTS_CHARACTERS
    ? saved
    : withTool(saved, place, ({ presets, calls }) => ({
        presets,
        calls: [call, ...calls.filter(({ args }) => !isSame(args, call.args))].slice(0, MAX_CALLS),
      }))

/** Stores a preset, replacing one of the same name. */
export const withPreset = (saved: SavedCalls, place: ToolPlace, preset: Preset): SavedCalls =>
  withTool(saved, place, ({ presets, calls }) => ({
    presets: [preset, ...presets.filter(({ name }) => name !== preset.name)],
    calls,
  }))

export const withoutPreset = (saved: SavedCalls, place: ToolPlace, name: string): SavedCalls =>
  withTool(saved, place, ({ presets, calls }) => ({
    presets: presets.filter((one) => one.name !== name),
    calls,
  }))

/** Removes one call, or all. */
export const withoutCalls = (saved: SavedCalls, place: ToolPlace, at?: number): SavedCalls =>
  withTool(saved, place, ({ presets, calls }) => ({
    presets,
    calls: at === undefined ? [] : calls.filter((call) => call.at !== at),
  }))

/** The stored calls of a connection's tools, if any. */
export const callsOfConnection = ({ connections }: SavedCalls, id: string): ConnectionCalls | undefined =>
  own(connections, id)

/** Sets or removes the stored calls of a connection's tools. */
export function withConnection({ connections }: SavedCalls, id: string, calls?: ConnectionCalls): SavedCalls {
  const { [id]: _before, ...others } = connections
  return { connections: calls ? { ...others, [id]: calls } : others }
}

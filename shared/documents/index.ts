import type { DocumentKind, LogKind } from './define.ts'
import { autoplayDocument, endpointsDocument, environmentTabs, picksDocument } from './environments.ts'
import { draftsCollection } from './authoring.ts'
import { chosenDocument } from './connections.ts'
import { callsDocument } from './console.ts'
import { investigationList, investigations } from './investigations.ts'
import { viewSnapshotsCollection, modelSnapshots, viewsCollection } from './explorer.ts'
import {
  historyLog,
  savedQueries,
  snapshotIndex,
  snapshotsCollection,
  starsDocument,
  tabsDocument,
} from './query.ts'
import { commandHistory, fileDrafts, knownSandboxes, snippetsDocument, startDocument } from './sandboxes.ts'

/** All document kinds available to pages. */
const documentKinds: readonly DocumentKind<unknown>[] = [
  endpointsDocument,
  callsDocument,
  chosenDocument,
  draftsCollection,
  autoplayDocument,
  environmentTabs,
  fileDrafts,
  investigationList,
  investigations,
  knownSandboxes,
  viewSnapshotsCollection,
  modelSnapshots,
  picksDocument,
  savedQueries,
  snapshotIndex,
  snapshotsCollection,
  starsDocument,
  snippetsDocument,
  startDocument,
  tabsDocument,
  viewsCollection,
]

/** All log kinds available to pages. */
const logKinds: readonly LogKind<unknown>[] = [historyLog, commandHistory]

/** Returns the kind of a document or collection. */
export function documentKind(collection: string, id?: string): DocumentKind<unknown> | undefined {
  const kinds = documentKinds.filter((kind) => kind.collection === collection)
  return kinds.find((kind) => kind.id === id) ?? kinds.find((kind) => kind.id === undefined)
}

export function logKind(collection: string): LogKind<unknown> | undefined {
  return logKinds.find((kind) => kind.collection === collection)
}

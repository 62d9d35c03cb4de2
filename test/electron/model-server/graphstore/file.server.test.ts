import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { describeStore } from './store-contract.ts'

const data = mkdtempSync(join(tmpdir(), 'orrery-file-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

describeStore('file.memory', { durable: true, open: () => openFileStore({ data }) })

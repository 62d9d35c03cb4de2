import { openMemoryStore } from '../../../../electron/model-server/graphstore/memory/index.ts'
import { describeStore } from './store-contract.ts'

describeStore('memory', { durable: false, open: () => openMemoryStore({}) })

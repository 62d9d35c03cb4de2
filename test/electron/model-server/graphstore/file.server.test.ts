import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { describeStore } from './store-contract.ts'
import { sharedFolder } from '../../../temporary-folder.ts'

const data = sharedFolder()

describeStore('file.memory', { durable: true, open: () => openFileStore({ data }) })

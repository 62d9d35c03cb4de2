import { openFileStore } from '../../../../electron/model-server/graphstore/file/index.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { describeStore } from './store-contract.ts'

const data = sharedFolder()

describeStore('file.memory', { durable: true, open: () => openFileStore({ data }) })

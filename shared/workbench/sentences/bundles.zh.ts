import type { bundleSentencesEn } from './bundles.en.ts'
import type { Sentence } from './en.ts'

export const bundleSentencesZh: Readonly<Record<keyof typeof bundleSentencesEn, Sentence>> = {
  BUNDLE_LARGE: {
    message: '此捆绑包解压后会超过 {megabytes} MB。',
    hint: '请自行解压，再用命令添加其中的服务器。',
  },
  BUNDLE_BROKEN: {
    message: '无法解压此捆绑包：它不是 zip 文件，或已损坏。',
    hint: '请重新下载。',
  },
  BUNDLE_NO_MANIFEST: {
    message: '此捆绑包没有说明如何运行服务器的 manifest.json。',
    hint: '请选择为 MCP 宿主制作的 .mcpb 文件。',
  },
  BUNDLE_OUTSIDE: {
    message: '此捆绑包含有位于自身文件夹之外的文件：{path}',
    hint: '请勿使用，并告知制作者。',
  },
}

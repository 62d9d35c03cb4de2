import type { appSentencesEn } from './apps.en.ts'
import type { Sentence } from './en.ts'

export const appSentencesZh: Readonly<Record<keyof typeof appSentencesEn, Sentence>> = {
  APP_LARGE: {
    message: '此应用有 {megabytes} MB；只显示不超过 {limit} MB 的应用。',
    hint: '结果本身可在“文本”中查看。',
  },
  APP_NOT_PAGE: {
    message: '服务器的 {uri} 不是宿主可以显示的页面，其类型为 {type}。',
    hint: '结果本身可在“文本”中查看。请告知服务器的作者：应用的类型应为 text/html;profile=mcp-app。',
  },
  APP_UNREADABLE: {
    message: '服务器未提供其应用 {uri}：{reason}',
    hint: '结果本身可在“文本”中查看。',
  },
}

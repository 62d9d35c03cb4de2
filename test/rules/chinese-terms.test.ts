import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root, tracked } from './tracked.ts'

/** One word for one thing: what is not said, and what is said instead. */
const TERMS: Readonly<Record<string, string>> = {
  标头: '请求头、响应头',
  时间限制: '时限',
  重新载入: '重新加载',
  没有应答: '没有响应',
  没有回答: '没有响应',
  工具包: '工具集',
  浏览器类型: '浏览视图类型',
  '设置”的“': '“设置 › …”',
  仅本次会话: '仅限本次会话',
  运行簿: '运行手册',
  关键字: '关键词',
  登陆: '登录',
  帐号: '账号',
  帐户: '账户',
}

const files = tracked.filter((path) => /(\.zh\.ts|\.zh\.md)$/.test(path))

it.each(Object.entries(TERMS))('%s is called %s in Chinese', (other, term) => {
  expect(files.length).toBeGreaterThan(30)
  const found = files.filter((path) => readFileSync(`${root}/${path}`, 'utf8').includes(other))
  expect(found, term).toEqual([])
})

/** Why access is denied: the address was already used, or there is neither address nor session. */
type Reason = 'used' | 'closed'

interface Words {
  readonly title: Readonly<Record<Reason, string>>
  /** What to do: `press` if Orrery was started from a terminal, `again` otherwise. */
  readonly press: string
  readonly again: string
}

const WORDS: Readonly<Record<'en' | 'zh', Words>> = {
  en: {
    title: { used: 'This address was used already', closed: 'Orrery does not know this browser' },
    press:
      'Press Enter in the terminal where Orrery runs, and open the address that it prints. Each address works once.',
    again:
      'No terminal at hand? Start Orrery again with the same data folder: it prints a new address of the one that runs.',
  },
  zh: {
    title: { used: '此地址已使用过', closed: 'Orrery 不认识此浏览器' },
    press: '请在运行 Orrery 的终端中按回车键，然后打开其输出的地址。每个地址只能使用一次。',
    again: '手边没有终端？使用同一数据文件夹再次启动 Orrery，它会输出正在运行的实例的新地址。',
  },
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #12151c) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { max-width: 34rem; padding: 2rem }
svg { width: 3.5rem; margin-bottom: 1rem; color: light-dark(#3f5bd9, #8ea4ff) }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .75rem }
p { margin: 0 0 .75rem }
p + p { opacity: .75 }
`

/** The page for a browser without access: what to do, in its language. Loads nothing and runs no script. */
export function doorPage(languages: string | undefined, reason: Reason): Response {
  const language = /^\s*zh\b/i.test(languages ?? '') ? 'zh' : 'en'
  const { title, press, again } = WORDS[language]
  const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Orrery</title>
<style>${STYLE}</style>
<main>
<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.25" aria-hidden="true">
<circle cx="12" cy="12" r="3"/><ellipse cx="12" cy="12" rx="10" ry="4.5" transform="rotate(-30 12 12)"/><circle cx="20.5" cy="7" r="1.25" fill="currentColor"/>
</svg>
<h1>${title[reason]}</h1>
<p>${press}</p>
<p>${again}</p>
</main>
</html>
`
  return new Response(page, {
    status: 401,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Language',
    },
  })
}

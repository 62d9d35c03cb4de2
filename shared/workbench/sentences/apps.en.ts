/** Why a server's app page for a tool's answer is not shown. */
export const appSentencesEn = {
  APP_LARGE: {
    message: 'This app is {megabytes} MB; only apps up to {limit} MB are shown.',
    hint: 'The answer itself is under Text.',
  },
  APP_NOT_PAGE: {
    message: 'The server’s {uri} isn’t a page that a host can show: it has the type {type}.',
    hint: 'The answer itself is under Text. Tell whoever made the server: an app has the type text/html;profile=mcp-app.',
  },
  APP_UNREADABLE: {
    message: 'The server didn’t provide its app {uri}: {reason}',
    hint: 'The answer itself is under Text.',
  },
} as const

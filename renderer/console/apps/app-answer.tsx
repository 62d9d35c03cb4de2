import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Fields } from '#shared/json/fields.ts'
import type { OpenedApp } from '#shared/workbench/areas/console.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { FailureText } from '../../app/failure-text.tsx'
import { otherLoopback } from '../../app/other-loopback.ts'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { locale, type Text as Words, useText } from '../../i18n/text.ts'
import type { Tool } from '../../mcp/protocol.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segment } from '../../ui/segment.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { type AppCall, AppConversation, type AppHost } from './app-conversation.ts'
import { hostFonts, hostVariables } from './host-styles.ts'
import { type AppFrame, maxHeight, mountApp } from './app-frame.ts'

/** Maximum characters shown of a message an app wants to send. */
const MAX_SHOWN_CHARACTERS = 400

/** A request of an app that needs the user's consent. */
interface Ask {
  readonly kind: 'tool' | 'link'
  readonly what: string
  readonly detail: string
  settle(isAllowed: boolean): void
}

interface AppProps {
  readonly connection: string
  readonly uri: string
  readonly call: AppCall
  readonly tools: readonly Tool[]
}

interface AppAnswerProps extends AppProps {
  readonly isText: boolean
  onSwitch(isText: boolean): void
  /** The answer without its app. */
  readonly children: ReactNode
}

/** Shows an answer in the MCP App its server has for it, with a switch to the plain answer. */
export function AppAnswer({ isText, onSwitch, children, ...app }: AppAnswerProps) {
  const t = useText()
  return (
    <Stack gap={2}>
      <Stack row gap={2} wrap>
        <Segment
          label={t('console.app.show')}
          value={isText ? 'text' : 'app'}
          options={[
            { value: 'app', label: t('console.app.app') },
            { value: 'text', label: t('console.app.text') },
          ]}
          onChange={(shown) => onSwitch(shown === 'text')}
        />
      </Stack>
      {/* The app stays mounted, so that it keeps its state. */}
      <div hidden={isText}>
        <App {...app} />
      </div>
      {isText ? children : null}
    </Stack>
  )
}

/** Describes what the app's policy lets it connect to. */
function reachOf(t: Words, { allowed, refused }: OpenedApp): string {
  const places = [...new Set(Object.values(allowed).flat())]
  const reach =
    places.length > 0 ? t('console.app.reaches', { places: places.join(', ') }) : t('console.app.closed')
  return refused.length > 0 ? `${reach} ${t('console.app.refused', { places: refused.join(', ') })}` : reach
}

function App({ connection, uri, call, tools }: AppProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(tools)
  known.current = tools
  const [opened, setOpened] = useState<OpenedApp & { readonly fonts: string }>()
  const [failure, setFailure] = useState<Failure>()
  const [asks, setAsks] = useState<readonly Ask[]>([])

  useEffect(() => {
    const controller = new AbortController()
    const asked = { connection, uri, embedder: location.origin }
    Promise.all([workbench.call('console.openApp', asked, { signal: controller.signal }), hostFonts()]).then(
      ([app, fonts]) => setOpened({ ...app, fonts }),
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(toFailure(error))
      },
    )
    return () => controller.abort()
  }, [connection, uri])

  // A layout effect, before the element is removed: the app is notified, and its frame waits elsewhere for
  // the reply.
  useLayoutEffect(() => {
    const { current } = place
    if (!opened || !current) return undefined
    let isGone = false
    const ask = (question: Omit<Ask, 'settle'>): Promise<void> =>
      new Promise((resolve, reject) => {
        const pending: Ask = {
          ...question,
          settle(isAllowed) {
            setAsks((before) => before.filter((one) => one !== pending))
            if (isAllowed) resolve()
            else reject(new Error('The user refused.'))
          },
        }
        if (isGone) pending.settle(false)
        else setAsks((before) => [...before, pending])
      })
    const about = {
      connection,
      tools: () => known.current,
      sources: opened.allowed,
      fonts: opened.fonts,
    }
    const unmount = followed(current, opened, call, (frame) => hostOf(about, current, frame, ask))
    return () => {
      // Nothing can be asked any more.
      isGone = true
      setAsks((before) => {
        for (const one of before) queueMicrotask(() => one.settle(false))
        return []
      })
      unmount()
    }
    // The app shows the answer it was opened for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])

  const [ask] = asks
  return (
    <Stack gap={1.5} align="stretch">
      {failure ? (
        <Notice tone="bad" role="alert">
          <FailureText failure={failure} />
        </Notice>
      ) : null}
      {ask ? (
        <Notice
          role="alert"
          action={
            <Stack row gap={1.5}>
              <Button tone="primary" onClick={() => ask.settle(true)}>
                {t('console.app.allow')}
              </Button>
              <Button onClick={() => ask.settle(false)}>{t('console.app.refuse')}</Button>
            </Stack>
          }
        >
          {t(`console.app.asks.${ask.kind}`, { what: ask.what })}{' '}
          <Text as="code" breaks>
            {ask.detail}
          </Text>
        </Notice>
      ) : null}
      <div ref={place} />
      {opened ? (
        <Text as="p" small tone="quiet" breaks>
          {reachOf(t, opened)}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Shows an app and notifies it of changes of theme, language and width. */
function followed(
  place: HTMLElement,
  { port, path }: OpenedApp,
  call: AppCall,
  host: (frame: AppFrame) => AppHost,
): () => void {
  const origin = `http://${otherLoopback(location.hostname)}:${port}`
  let conversation: AppConversation | undefined
  const unmount = mountApp(place, { origin, path, title: call.tool.title ?? call.tool.name }, (frame) => {
    conversation = new AppConversation(host(frame), call)
    return conversation
  })
  const tell = (): void => conversation?.contextChanged()
  const looks = new MutationObserver(() => conversation?.contextChanged({ variables: hostVariables() }))
  looks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'lang'] })
  const size = new ResizeObserver(tell)
  size.observe(place)
  return () => {
    looks.disconnect()
    size.disconnect()
    unmount()
  }
}

interface About {
  readonly connection: string
  readonly sources: Fields
  readonly fonts: string
  tools(): readonly Tool[]
}

/** The host functions for one app. Read-only requests run immediately, others with the user's consent. */
function hostOf(
  { connection, sources, fonts, tools }: About,
  place: HTMLElement,
  frame: AppFrame,
  ask: (question: Omit<Ask, 'settle'>) => Promise<void>,
): AppHost {
  const { capabilities } = useWorkbench.getState()
  const allowed = new Set<string>()
  const request = async (method: string, params: Record<string, unknown>): Promise<Fields> => {
    const { result, error } = await workbench.call('console.request', { connection, method, params })
    if (error) throw new Error(error.message)
    return result ?? {}
  }
  return {
    ...frame,
    tools,
    sources,
    styles: () => ({ variables: hostVariables(), css: { fonts } }),
    version: capabilities?.version ?? '',
    context: () => ({
      theme: document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
      locale: locale() === 'zh' ? 'zh-CN' : 'en',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      containerDimensions: { width: place.clientWidth, maxHeight: maxHeight() },
      platform: capabilities?.host === 'desktop' ? 'desktop' : 'web',
      userAgent: `orrery/${capabilities?.version ?? ''}`,
    }),
    async callTool(tool, args) {
      const readsOnly = tool.annotations?.['readOnlyHint'] === true
      if (!readsOnly && !allowed.has(tool.name)) {
        await ask({
          kind: 'tool',
          what: tool.name,
          detail: JSON.stringify(args).slice(0, MAX_SHOWN_CHARACTERS),
        })
        allowed.add(tool.name)
      }
      return request('tools/call', { name: tool.name, arguments: args })
    },
    readResource: (uri) => request('resources/read', { uri }),
    async openLink(url) {
      await ask({ kind: 'link', what: new URL(url).hostname, detail: url.slice(0, MAX_SHOWN_CHARACTERS) })
      await workbench.call('host.openExternal', { url })
    },
  }
}

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Stack } from '../ui/stack.tsx'
import { Text } from '../ui/text.tsx'
import { benchById } from './bench.ts'
import { openBench, useRoute } from './route.ts'

/** The tour that is under way. */
const useTour = create<{ readonly bench: string | undefined; readonly step: number }>(() => ({
  bench: undefined,
  step: 0,
}))

/** Where the browser notes how far a tour came, so that it goes on from there. */
const noteOf = (bench: string): string => `orrery-tour-${bench}`

/** Opens a bench and shows its controls one after the other, from where the person left off. */
export async function startTour(bench: string): Promise<void> {
  // At once: it shows itself when the bench is there, however long that takes.
  useTour.setState({ bench, step: Number(localStorage.getItem(noteOf(bench)) ?? 0) })
  // What cannot be fetched is shown where the bench would be.
  await openBench(bench).catch(leave)
}

function goTo(bench: string, step: number): void {
  localStorage.setItem(noteOf(bench), String(step))
  useTour.setState({ step })
}

const leave = (): void => useTour.setState({ bench: undefined })

function finish(bench: string): void {
  localStorage.removeItem(noteOf(bench))
  leave()
}

/** Milliseconds within which a control may come to be seen; a bench reads what it shows. */
const MAX_WAIT_MS = 1500

/** Milliseconds within which a bench makes what its tour points at, such as a sandbox. */
const MAX_SCENE_MS = 30_000

/**
 * The control of a step; the bench's title where it is not on the screen, such as in a closed drawer. Where nothing is open that
 * would have the control, the bench opens something, and the step moves to the control once it is there.
 */
function useTarget(bench: string | undefined, selector: string | undefined): Element | undefined {
  const [target, setTarget] = useState<Element>()
  useEffect(() => {
    setTarget(undefined)
    if (bench === undefined || selector === undefined) return undefined
    let began: number | undefined
    const scene = benchById(bench)?.tourScene
    let frame = 0
    let late = false
    const look = (): void => {
      const place = document.getElementById(`bench-${bench}`)
      const title = place?.querySelector('h1')
      const all = [...(place?.querySelectorAll(selector) ?? [])]
      const found = all.find((one) => one.checkVisibility())
      // The bench itself may still be on its way.
      if (title) began ??= performance.now()
      const waited = began === undefined ? 0 : performance.now() - began
      if (found) return setTarget(found)
      if (waited > MAX_WAIT_MS && !late) {
        late = true
        setTarget(title ?? undefined)
        // What is only hidden needs no scene.
        if (all.length === 0) void scene?.()
      }
      if (waited < (scene && all.length === 0 ? MAX_SCENE_MS : MAX_WAIT_MS + 1))
        frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [bench, selector])
  return target
}

/** The step of the tour under way, beside the control that it is about. It waits while another bench is in front. */
export function Tour() {
  const t = useText()
  const { bench, step } = useTour()
  const front = useRoute((state) => state.bench)
  const shown = bench === front ? bench : undefined
  const steps = (shown !== undefined && benchById(shown)?.tour) || []
  const current = steps[Math.min(step, steps.length - 1)]
  const target = useTarget(shown, current?.target)
  if (shown === undefined || current === undefined || target === undefined) return null
  const last = step >= steps.length - 1
  return (
    <Popover key={current.title} label={t('app.tour')} target={target} open onOpenChange={leave}>
      <Text as="h2">{t(current.title)}</Text>
      <p>{t(current.text)}</p>
      <Stack row gap={2}>
        <Text tone="quiet" small>
          {t('app.tour.step', { step: step + 1, of: steps.length })}
        </Text>
        <Stack row grow gap={2} justify="end">
          <Button tone="quiet" onClick={leave}>
            {t('app.tour.leave')}
          </Button>
          {step > 0 ? <Button onClick={() => goTo(shown, step - 1)}>{t('app.tour.back')}</Button> : null}
          <Button tone="primary" onClick={() => (last ? finish(shown) : goTo(shown, step + 1))}>
            {t(last ? 'app.tour.done' : 'app.tour.next')}
          </Button>
        </Stack>
      </Stack>
    </Popover>
  )
}

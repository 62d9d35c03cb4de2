import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** CSS selectors that axe includes or excludes; everything by default. */
export interface Area {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * Returns the accessibility violations of the page, each with its elements. Waits for transitions to end,
 * since intermediate colours have no meaningful contrast.
 */
export async function violations(page: Page | Frame, area: Area = {}): Promise<string[]> {
  await settled(page)
  await page.evaluate(axe.source)
  const found = await page.evaluate(async (context) => {
    const { axe } = window as unknown as {
      axe: { run(context: object): Promise<{ violations: Finding[] }> }
    }
    const { violations } = await axe.run(context)
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }))
  }, context(area))
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Milliseconds after which what still moves is judged as it is. */
const MAX_MOVING_MS = 5_000

/**
 * Resolves when no animation is running except those without an end: infinite ones, such as the dot of a running query, and those that
 * follow a scroll instead of time.
 */
async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(async (most) => {
    const finite = ({ timeline, effect }: Animation) =>
      timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity
    const ends = async (): Promise<void> => {
      // A transition starts with the frame after its trigger.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(finite)
          .map(({ finished }) => finished),
      )
    }
    await Promise.race([ends(), new Promise((resolve) => setTimeout(resolve, most))])
  }, MAX_MOVING_MS)
}

const context = ({ include, exclude }: Area): object => ({
  include: include ?? ['html'],
  ...(exclude ? { exclude } : {}),
})

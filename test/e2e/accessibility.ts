import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe may look at: CSS selectors; everything unless told. */
export interface Area {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * The accessibility rules that the page breaks as it stands, each with the elements that break it. Waits for transitions to end, since
 * colours on their way from one theme or state to the next have no contrast to speak of.
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

/** Resolves when nothing moves but what moves for ever, such as the dot of a running query. */
async function settled(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    const finite = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Infinity
    // A transition begins with the frame after its cause.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(finite)
        .map(({ finished }) => finished),
    )
  })
}

const context = ({ include, exclude }: Area): object => ({
  include: include ?? ['html'],
  ...(exclude ? { exclude } : {}),
})

import type { Connection } from '#shared/workbench/areas/connections.ts'
import { cellsOf, type Guide, resumeStory, startStory, type StoryStep } from '../app/guide.ts'
import { sendIntent } from '../app/intents.ts'
import { showRemark } from '../app/remark-store.ts'
import { openBench } from '../app/route.ts'
import { useWorkbench } from '../app/workbench.ts'
import { text } from '../i18n/text.ts'

/** Story id, used to store its progress; on a model of one's own, the model's id follows it. */
export const STORY = 'payment'
const OWN = `${STORY}-`

/** A story that leads from its last step back to Start, says what was found, and offers to keep it. */
function guideOf(
  id: string,
  steps: readonly StoryStep[],
  found: 'start.story.end' | 'start.own.end',
  title: string,
): Guide {
  const keep = (): Promise<void> => sendIntent('investigations.begin', { title, cells: cellsOf(steps) })
  const end = async (): Promise<void> => {
    await openBench('start')
    const action = { label: text('start.story.keep'), act: () => void keep() }
    showRemark({ tone: 'good', text: text(found), action })
  }
  return { id, steps, end }
}

async function sampleStory(): Promise<Guide> {
  const { storySteps } = await import('./story.ts')
  return guideOf(STORY, storySteps, 'start.story.end', text('start.story'))
}

/** The same steps on the user's own model, as far as it has data. */
async function ownStory(model: string): Promise<Guide> {
  const steps = await (await import('./own-story.ts')).ownStory(model)
  return guideOf(`${OWN}${model}`, steps, 'start.own.end', text('start.own.kept', { ...steps[0]?.values }))
}

export async function beginStory(): Promise<void> {
  await startStory(await sampleStory())
}

export async function beginOwnStory({ id, name }: Connection): Promise<void> {
  const guide = await ownStory(id)
  if (guide.steps.length === 0) showRemark({ tone: 'bad', text: text('start.own.none', { model: name }) })
  else await startStory(guide)
}

/** Resolves once the model server can be asked; a reloaded page does not know its connections yet. */
async function readyModel(model: string): Promise<void> {
  const isReady = ({ connections } = useWorkbench.getState()): boolean =>
    connections.some(({ id, state }) => id === model && state === 'ready')
  if (isReady()) return
  await new Promise<void>((resolve) => {
    const stop = useWorkbench.subscribe((state) => {
      if (!isReady(state)) return
      stop()
      resolve()
    })
  })
}

/** Shows a story again after a reload. */
export async function resume({ id, step }: { readonly id: string; readonly step: number }): Promise<void> {
  if (id === STORY) await resumeStory(await sampleStory(), step)
  if (!id.startsWith(OWN)) return
  const model = id.slice(OWN.length)
  await readyModel(model)
  await resumeStory(await ownStory(model), step)
}

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import { App } from './app/app.tsx'
import { registerAppCommands } from './app/app-commands.ts'
import { registerBenches } from './app/bench.ts'
import { followClicks } from './app/click-trace.ts'
import { followLinks } from './app/link-dialog.tsx'
import { listenForKeys } from './app/keys.ts'
import { fetchMissingStyles } from './app/lazy-view.tsx'
import { followAddress } from './app/route.ts'
import { followRecents } from './app/recents.ts'
import { runCommand } from './app/run-command.ts'
import { refuseStrayDrops } from './app/stray-drops.ts'
import { followSettings } from './app/page-settings.ts'
import { connectWorkbench, workbench } from './app/workbench.ts'
import { benches, messageAreas } from './benches.ts'
import { registerMessages } from './i18n/text.ts'

registerMessages(messageAreas)
registerBenches(benches)
connectWorkbench()
followClicks(window)
followLinks()
followAddress()
followSettings()
listenForKeys()
registerAppCommands()
followRecents()
refuseStrayDrops()
workbench.on('host.command', ({ id, argument }) => void runCommand(id, argument))

/** Maximum wait for fonts in milliseconds: canvas labels and terminal cells are measured only once. */
const MAX_FONT_WAIT_MS = 400

async function draw(root: HTMLElement): Promise<void> {
  const fonts = ['Inter Variable', 'JetBrains Mono Variable'].map((name) =>
    document.fonts.load(`16px "${name}"`),
  )
  // Styles of the page itself that did not come; without them nothing looks or measures as it should.
  await fetchMissingStyles().catch(() => undefined)
  await Promise.race([
    Promise.allSettled(fonts),
    new Promise((resolve) => setTimeout(resolve, MAX_FONT_WAIT_MS)),
  ])
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void draw(root)

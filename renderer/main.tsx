import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import { App } from './app/app.tsx'
import { registerAppCommands } from './app/app-commands.ts'
import { registerBenches } from './app/bench.ts'
import { listenForKeys } from './app/keys.ts'
import { followAddress } from './app/route.ts'
import { followRecents } from './app/recents.ts'
import { runCommand } from './app/run-command.ts'
import { refuseStrayDrops } from './app/stray-drops.ts'
import { followSettings } from './app/settings-store.ts'
import { connectWorkbench, workbench } from './app/workbench.ts'
import { benches, messageAreas } from './benches.ts'
import { registerMessages } from './i18n/text.ts'

registerMessages(messageAreas)
registerBenches(benches)
connectWorkbench()
followAddress()
followSettings()
listenForKeys()
registerAppCommands()
followRecents()
refuseStrayDrops()
workbench.on('host.command', ({ id, argument }) => void runCommand(id, argument))

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

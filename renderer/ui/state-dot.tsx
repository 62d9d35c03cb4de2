import type { ConnectionState } from '#shared/workbench/areas/connections.ts'
import styles from './state-dot.module.css'

/** A connection's state, or that something runs, as colour and shape; decorative, the text is beside it. */
export function StateDot({ state }: { readonly state: ConnectionState | 'running' }) {
  return <span className={styles['dot']} data-state={state} aria-hidden />
}

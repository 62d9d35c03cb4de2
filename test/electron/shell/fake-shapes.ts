import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import type { FakePort } from './fake-port.ts'

/** The state of a page in a window: its channel, and the commands it received. */
export interface FakePage {
  readonly client: WorkbenchClient
  readonly commands: { id: string; argument?: string | undefined }[]
}

/** A window as a test sees it. */
export interface FakeWindowView {
  readonly options: Record<string, unknown>
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly maximized: boolean
  minimized: boolean
  readonly visible: boolean
  readonly webContents: {
    readonly id: number
    readonly url: string
    readonly page: FakePage | undefined
    readonly port: FakePort | undefined
    readonly mainFrame: { url: string }
    /** Whether the page prevents unload. */
    holds: boolean
    readonly windowOpen: ((details: { url: string }) => { action: string }) | undefined
    goTo(bench: string): void
    ask(frame?: unknown): void
    emit(name: string, ...args: unknown[]): boolean
    listenerCount(name: string): number
  }
  focus(): void
  move(x: number, y: number): void
  close(): void
}

export interface FakeElectron {
  readonly module: {
    readonly app: { emit(name: string, ...args: unknown[]): boolean; quit(): void }
    readonly nativeTheme: { readonly themeSource: string }
  }
  /** Actions in order, as far as the order matters. */
  readonly done: readonly string[]
  readonly windows: readonly FakeWindowView[]
  readonly schemes: readonly object[]
  /** URLs opened externally, and texts of message boxes. */
  readonly opened: readonly string[]
  readonly boxes: readonly string[]
  /** Every application menu installed, and every context menu shown. */
  readonly menus: readonly object[][]
  readonly popups: readonly object[][]
  /** Sets the button that answers dialogs from now on; by default they are cancelled. */
  answers(button: string): void
  readonly exitCode: number | undefined
  readonly hasQuit: boolean
  /** Completes Electron's startup. */
  becomeReady(): void
}

export interface FakeOptions {
  readonly userData: string
  readonly gotLock?: boolean
  readonly packaged?: boolean
  readonly safeStorage?: { available: boolean; backend: string }
  readonly displays?: readonly { workArea: { x: number; y: number; width: number; height: number } }[]
}

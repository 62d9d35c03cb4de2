import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import type { FakePort } from './fake-port.ts'

/** What a page in a window knows: the channel it was handed, and what it was told to do. */
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
    /** Whether the page asks to stay when it is to be left. */
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
  /** What was done, in order, as far as the order matters. */
  readonly done: readonly string[]
  readonly windows: readonly FakeWindowView[]
  readonly schemes: readonly object[]
  /** Addresses that were opened outside, and texts of boxes that were shown. */
  readonly opened: readonly string[]
  readonly boxes: readonly string[]
  /** Every menu that was installed, and every one that a right click brought. */
  readonly menus: readonly object[][]
  readonly popups: readonly object[][]
  /** The button that questions are answered with from now on; without one they are cancelled. */
  answers(button: string): void
  readonly exitCode: number | undefined
  readonly hasQuit: boolean
  /** Electron is done with its own start. */
  becomeReady(): void
}

export interface FakeOptions {
  readonly userData: string
  readonly gotLock?: boolean
  readonly packaged?: boolean
  readonly safeStorage?: { available: boolean; backend: string }
  readonly displays?: readonly { workArea: { x: number; y: number; width: number; height: number } }[]
}

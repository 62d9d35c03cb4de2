import { z } from 'zod'
import { event, procedure } from '../procedure.ts'
import { messageRefSchema } from '../sentences/message-ref.ts'

/** What the host can do. A page never guesses: what is `false` here is greyed with a reason. */
export const capabilitiesSchema = z.object({
  /** `desktop` is Electron, `web` the loopback web host. */
  host: z.enum(['desktop', 'web']),
  platform: z.string(),
  version: z.string(),
  /** Native menus, so that the page draws none. */
  nativeMenu: z.boolean(),
  /** The system's open and save dialogs; elsewhere the page uploads and downloads. */
  fileDialogs: z.boolean(),
  /** What the page fetches from `/download/<ticket>` may go to the browser's own downloads; elsewhere the page writes it itself. */
  downloads: z.boolean(),
  /** What is sent to `/upload/<upload>` is read as it comes; elsewhere each request is read whole, so that a large file needs several. */
  streamedUploads: z.boolean(),
  /** More than one window can be opened from inside the app. */
  windows: z.boolean(),
  /** The operating system keeps secrets encrypted. */
  secrets: z.enum(['encrypted', 'plain', 'none']),
  /** Folder with everything that Orrery keeps. */
  dataFolder: z.string(),
  /** Settings that were given on the command line: their values, which win over what is kept, by dotted name. */
  givenSettings: z.record(z.string(), z.string()).optional(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

const NOTICE_CODES = [
  'documentSetAside',
  'logDamaged',
  'serverProblem',
  'connectionsFileBroken',
  'connectionRefused',
  'updateAvailable',
  'updateFeedUnreadable',
] as const

export const noticeSchema = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  /** The page says it in the person's language: the texts `app.notice.<code>` and `app.notice.<code>.hint`. */
  code: z.enum(NOTICE_CODES),
  /** What the texts name: paths, reasons, versions. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The sentence that `params.reason` is, where it is one of ours. */
  because: messageRefSchema.optional(),
})
/** Something the person should know that belongs to no single view, for example a settings file that was set aside. */
export type Notice = z.infer<typeof noticeSchema>

export const host = {
  capabilities: procedure({ input: z.object({}), output: capabilitiesSchema }),
  notices: procedure({ input: z.object({}), output: z.array(noticeSchema) }),
  dismissNotice: procedure({ input: z.object({ id: z.string() }), output: z.null() }),
  /** Opens an http(s) or mailto address outside Orrery. Other schemes are refused. */
  openExternal: procedure({ input: z.object({ url: z.url() }), output: z.null() }),
  /** Opens another window on a bench. Only where `windows` is true; elsewhere the page opens a tab of the browser. */
  openWindow: procedure({
    input: z.object({
      bench: z
        .string()
        .regex(/^[a-z]{1,40}$/)
        .optional(),
    }),
    output: z.null(),
  }),
  notice: event(noticeSchema),
  /** A menu item, shortcut or deep link of the host asks the page to run one of its commands. */
  command: event(z.object({ id: z.string(), argument: z.string().optional() })),
}

/** The viewer, bundled into one script and one style (renderer/vite.config.ts). */
declare module 'virtual:viewer' {
  export const script: string
  export const style: string
}

import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Brings the page's font into a worker that draws: workers know none of the page's. A font that cannot be fetched leaves the system's. */
export async function loadWorkerFont(): Promise<void> {
  const font = new FontFace('Inter Variable', `url(${new URL(inter, self.location.href).href})`, {
    weight: '100 900',
  })
  ;(self as unknown as { fonts: FontFaceSet }).fonts.add(font)
  await font.load().catch(() => undefined)
}

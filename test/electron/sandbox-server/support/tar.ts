/** A tar archive member with arbitrary name and type; no tar program would write most of these. */
export interface Member {
  readonly name: string
  readonly type?: 'file' | 'hard-link' | 'link' | 'folder' | 'fifo'
  /** Target of a link. */
  readonly target?: string
  readonly content?: string | Buffer
  readonly mode?: number
  /** User and group id; default root. */
  readonly owner?: number
}

const TYPES = { file: '0', 'hard-link': '1', link: '2', folder: '5', fifo: '6' } as const
const BLOCK = 512

/** A ustar archive (POSIX.1-1988). Names are at most 100 bytes. */
export function tarOf(members: readonly Member[]): Buffer {
  return Buffer.concat([...members.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)])
}

function blocksOf({ name, type = 'file', target = '', content = '', mode, owner = 0 }: Member): Buffer[] {
  const data = Buffer.from(content)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
  header.write(name, 0, 100)
  header.write(octal(mode ?? (type === 'folder' ? 0o755 : 0o644), 8), 100)
  header.write(octal(owner, 8), 108)
  header.write(octal(owner, 8), 116)
  header.write(octal(data.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.fill(' ', 148, 156)
  header.write(TYPES[type], 156)
  header.write(target, 157, 100)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)]
}

/** A `docker save` archive with these layers. */
export function dockerArchive(layers: readonly Buffer[], env: readonly string[] = []): Buffer {
  const names = layers.map((_, number) => `layer-${number}.tar`)
  return tarOf([
    { name: 'manifest.json', content: JSON.stringify([{ Config: 'config.json', Layers: names }]) },
    { name: 'config.json', content: JSON.stringify({ config: { Env: env } }) },
    ...layers.map((content, number) => ({ name: names[number] ?? '', content })),
  ])
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

/** Blobs by digest, and the descriptor of the image's manifest, as in a registry or a layout. */
export interface OciImage {
  readonly blobs: ReadonlyMap<string, Buffer>
  readonly manifest: Descriptor
}

const TYPE = 'application/vnd.oci.image'

/** A few host programs with their libraries, so that the image runs. */
const PROGRAMS = 'for p in bash sh cat ls env mkdir; do f=$(command -v $p); cp -L $f usr/bin/; '
const LIBRARIES =
  "ldd $f | grep -o '/[^ ]*' | while read l; do mkdir -p .$(dirname $l); cp -Ln $l .$l; done; done"

const BASE = [
  'mkdir -p usr/bin usr/lib usr/lib64 root/old/deep root/kept tmp etc',
  'ln -s usr/bin bin; ln -s usr/lib lib; ln -s usr/lib64 lib64',
  PROGRAMS + LIBRARIES,
  'echo gone > root/gone; echo old > root/replaced; echo a > root/old/a; echo b > root/old/deep/b; echo k > root/kept/k',
  'echo root:x:0:0:root:/root:/bin/bash > etc/passwd',
].join('\n')

/** Removes one file, replaces another, and empties a directory before it adds something new. */
const TOP = [
  'mkdir -p root/old',
  ': > root/.wh.gone; echo new > root/replaced; : > root/old/.wh..wh..opq; echo c > root/old/c',
].join('\n')

/** An image of two compressed layers with deletions, built without container tools. */
export function buildOciImage(): OciImage {
  const blobs = new Map<string, Buffer>()
  const add = (content: Buffer, mediaType: string): Descriptor => {
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
    blobs.set(digest, content)
    return { mediaType, digest, size: content.length }
  }
  const addJson = (value: object, mediaType: string) => add(Buffer.from(JSON.stringify(value)), mediaType)
  const tars = [BASE, TOP].map(packed)
  const layers = tars.map((tar) => add(gzipSync(tar), `${TYPE}.layer.v1.tar+gzip`))
  const diffs = tars.map((tar) => `sha256:${createHash('sha256').update(tar).digest('hex')}`)
  const config = addJson(
    {
      os: 'linux',
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      config: { Env: ['PATH=/usr/bin:/bin', 'GREETING=hello = world'] },
      rootfs: { type: 'layers', diff_ids: diffs },
    },
    `${TYPE}.config.v1+json`,
  )
  const manifest = addJson(
    { schemaVersion: 2, mediaType: `${TYPE}.manifest.v1+json`, config, layers },
    `${TYPE}.manifest.v1+json`,
  )
  return { blobs, manifest }
}

function packed(script: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-layer-'))
  try {
    execFileSync('/bin/bash', ['-ec', script], { cwd: folder })
    return execFileSync('tar', ['--owner=0', '--group=0', '-C', folder, '-cf', '-', '.'], {
      maxBuffer: 2 ** 28,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The image as an OCI layout archive; its index refers to an index of two platforms, like that of many published images. */
export function ociArchive({ blobs, manifest }: OciImage): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-oci-'))
  try {
    const platform = (architecture: string) => ({ os: 'linux', architecture })
    const own = process.arch === 'arm64' ? 'arm64' : 'amd64'
    const platforms = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        manifests: [
          { ...manifest, digest: `sha256:${'0'.repeat(64)}`, platform: platform('s390x') },
          { ...manifest, platform: platform(own) },
        ],
      }),
    )
    const digest = `sha256:${createHash('sha256').update(platforms).digest('hex')}`
    const index = {
      schemaVersion: 2,
      manifests: [{ mediaType: `${TYPE}.index.v1+json`, digest, size: platforms.length }],
    }
    const files: [string, string | Buffer][] = [
      ['oci-layout', '{"imageLayoutVersion":"1.0.0"}'],
      ['index.json', JSON.stringify(index)],
      ...[...blobs, [digest, platforms] as const].map(([name, content]): [string, Buffer] => [
        `blobs/${name.replace(':', '/')}`,
        content,
      ]),
    ]
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return execFileSync('tar', ['-C', folder, '-cf', '-', '.'], { maxBuffer: 2 ** 28 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

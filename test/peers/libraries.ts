/** Installs third-party libraries into the cache, for tests only. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, missingPrograms } from './peers.ts'

/** Time limit of a download: 120 MB take a minute on a good connection. */
const FETCH_MS = 240_000

export interface Installed {
  readonly folder: string
  /** Why it is not available. */
  readonly reason?: string
}

/** Fills a folder of the cache and marks it as complete; an incomplete one is made anew. */
function bring(
  name: string,
  programs: Readonly<Record<string, string>>,
  fill: (folder: string) => void,
): Installed {
  const folder = join(CACHE, name)
  const complete = join(folder, 'complete')
  const reason = missingPrograms(programs)
  if (reason !== undefined) return { folder, reason }
  if (existsSync(complete)) return { folder }
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    fill(folder)
    writeFileSync(complete, '')
    return { folder }
  } catch (error) {
    return { folder, reason: `${name} cannot be had: ${lastWords(error)}` }
  }
}

/** The error that a program printed: Maven on stdout, pip on stderr. */
function lastWords(error: unknown): string {
  const { message, stdout, stderr } = error as Error & { stdout?: Buffer; stderr?: Buffer }
  const said = /ERROR\]?:? (.*)/.exec(`${String(stdout ?? '')}\n${String(stderr ?? '')}`)?.[1]
  return said ?? message.split('\n')[0] ?? ''
}

const dependency = (coordinates: string): string => {
  const [group, artifact, version] = coordinates.split(':')
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`
}

/** Java libraries with what they need, as `group:artifact:version`, in the folder `lib`. */
export const javaLibraries = (name: string, wanted: readonly string[]): Installed =>
  bring(name, { java: 'default-jdk-headless', mvn: 'maven' }, (folder) => {
    const project = `<modelVersion>4.0.0</modelVersion><groupId>peer</groupId><artifactId>peer</artifactId><version>1</version><dependencies>${wanted.map(dependency).join('')}</dependencies>`
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0">${project}</project>`,
    )
    execFileSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
      cwd: folder,
      timeout: FETCH_MS,
      stdio: 'pipe',
    })
  })

/** A package of Python, as `name==version`, without what it depends on. */
export const pythonPackage = (requirement: string): Installed =>
  bring(requirement, { python3: 'python3', pip3: 'python3-pip' }, (folder) => {
    const install = ['-m', 'pip', 'install', '-q', '--no-deps', '--target', join(folder, 'lib'), requirement]
    execFileSync('python3', install, { timeout: FETCH_MS, stdio: 'pipe' })
  })

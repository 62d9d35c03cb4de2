import type { StartFields } from '#shared/documents/sandboxes.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { newTerminal, submit } from '../sessions/actions.ts'

/** What a template sets; the other fields of the dialog stay as they are. */
type Setup = Partial<StartFields> & Pick<StartFields, 'template' | 'env' | 'files' | 'script'>

export const EMPTY: Setup = { template: '', env: '', files: [], script: '' }

const python: Setup = {
  template: 'Python',
  image: 'python:3.11',
  env: 'PYTHONUNBUFFERED=1',
  files: [
    {
      path: 'main.py',
      text: `import sys


def main() -> None:
    print("Hello from Python", sys.version.split()[0])


if __name__ == "__main__":
    main()
`,
    },
  ],
  script: 'python3 main.py',
}

const node: Setup = {
  template: 'Node',
  image: 'node:22',
  env: '',
  files: [
    {
      path: 'package.json',
      text: `{
  "name": "sandbox",
  "private": true,
  "type": "module",
  "scripts": { "start": "node main.js" }
}
`,
    },
    { path: 'main.js', text: 'console.log(`Hello from Node ${process.version}`)\n' },
  ],
  script: 'node main.js',
}

const BUILT_IN: readonly Setup[] = [python, node]

/** The templates there are; one of one's own stands in place of ours with the same name. */
export function templatesWith(
  own: readonly { readonly name: string; readonly fields: StartFields }[],
): readonly Setup[] {
  const names = new Set(own.map(({ name }) => name))
  return [
    ...BUILT_IN.filter(({ template }) => !names.has(template)),
    ...own.map(({ name, fields }) => ({ ...fields, template: name })),
  ]
}

/** What was used last, with what its template holds now: files and scripts of no template are for one start. */
export function withTemplate(last: StartFields, own: Parameters<typeof templatesWith>[0]): StartFields {
  const { template, files, script } =
    templatesWith(own).find((one) => one.template === last.template) ?? EMPTY
  return { ...last, template, files, script }
}

/** Runs a script in the first terminal of a sandbox, as a block like any other. */
export async function runStartScript(
  sandbox: SandboxInfo,
  env: Readonly<Record<string, string>>,
  script: string,
): Promise<void> {
  if (script.trim() === '') return
  const id = await newTerminal(sandbox, { env, first: true })
  await submit(id, script.trimEnd())
}

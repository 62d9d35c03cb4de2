import type { StartFields } from '#shared/documents/sandboxes.ts'
import type { SandboxInfo } from '#shared/workbench/areas/sandboxes.ts'
import { newTerminal, submit } from '../sessions/actions.ts'

/** The fields a template sets; the dialog's other fields are unchanged. */
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

/** All templates; a user's template replaces a built-in one of the same name. */
export function templatesWith(
  own: readonly { readonly name: string; readonly fields: StartFields }[],
): readonly Setup[] {
  const names = new Set(own.map(({ name }) => name))
  return [
    ...BUILT_IN.filter(({ template }) => !names.has(template)),
    ...own.map(({ name, fields }) => ({ ...fields, template: name })),
  ]
}

/**
 * The last used fields with the current content of their template; files and scripts without a template apply
 * to one start only.
 */
export function withTemplate(last: StartFields, own: Parameters<typeof templatesWith>[0]): StartFields {
  const { template, files, script } =
    templatesWith(own).find((one) => one.template === last.template) ?? EMPTY
  return { ...last, template, files, script }
}

/** Runs a script in a sandbox's first terminal, as a regular block. */
export async function runStartScript(
  sandbox: SandboxInfo,
  env: Readonly<Record<string, string>>,
  script: string,
): Promise<void> {
  if (script.trim() === '') return
  const id = await newTerminal(sandbox, { env, first: true })
  await submit(id, script.trimEnd())
}

import type { Programs, Ran } from '../python/programs.ts'
import type { Tool } from './tool-environment.ts'

const MAX_RUN_SECONDS = 5

/** A Python interpreter: runs all code blocks of a reply as one program. */
export function pythonTool(programs: Programs): Tool {
  return {
    type: 'python_code',
    instructions:
      'To run Python, write it between <python> and </python>, or as a block of code that begins with ```python; what it prints comes back.',
    read: (reply) => {
      const isTagged = /<python>[\s\S]*?<\/python>/.test(reply)
      const pattern = isTagged ? /<python>([\s\S]*?)<\/python>/g : /```\n?python([\s\S]*?)```/g
      const blocks = Array.from(reply.matchAll(pattern), ([, code = '']) => code.trim())
      if (blocks.length === 0) return null
      const code = blocks.join('\n')
      return {
        action: code,
        run: async () => {
          const [ran] = await programs.run(code, [''], MAX_RUN_SECONDS)
          const output = ran ? outputOf(ran) : ''
          const [before, behind] = isTagged ? ['<output>', '</output>'] : ['```output', '```']
          const failed = !ran || ran.late || ran.stderr !== ''
          return { observation: `\n${before}\n${output}\n${behind}\n`, failed }
        },
      }
    },
    close: () => programs.close(),
  }
}

function outputOf({ stdout, stderr, late }: Ran): string {
  if (late) return `Execution timed out after ${MAX_RUN_SECONDS} seconds.`
  return (stderr === '' ? stdout : `${stdout}\nError:\n${stderr}`).trim()
}

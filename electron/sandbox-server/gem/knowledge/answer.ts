/** The inside of the last `<answer>…</answer>`, trimmed; null where there is none. */
export function taggedAnswer(reply: string): string | null {
  const last = Array.from(reply.matchAll(/<answer>([\s\S]*?)<\/answer>/g)).at(-1)
  return last?.[1]?.trim() ?? null
}

/** Whether two answers are the same but for case, ASCII punctuation, the articles, and white space. */
export function isMatch(gold: string, answer: string): boolean {
  return normalize(gold) === normalize(answer)
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[!-/:-@[-`{-~]/g, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
}

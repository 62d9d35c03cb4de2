/** A parameter as shells and templates write it, `${name}`, at this place of a text; `name` is how it is written here. */
export function bracedParameter(
  text: string,
  from: number,
  to: number,
): { readonly name: string; readonly from: number; readonly to: number } | undefined {
  for (const { 0: braced, 1: name = '', index } of text.matchAll(/\$\{\s*([A-Za-z_]\w*)\s*\}/g))
    if (index <= to && from <= index + braced.length)
      return { name: `$${name}`, from: index, to: index + braced.length }
  return undefined
}

import type { Picture } from './picture.ts'
import { view } from './viewer.ts'

/** Entry point of an exported page: shows the embedded picture. */
view(JSON.parse(document.querySelector('#picture')?.textContent ?? '') as Picture, document.body)

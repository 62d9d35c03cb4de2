import type { Picture } from './picture.ts'
import { view } from './viewer.ts'

/** The program of an exported page: shows the picture that stands in it. */
view(JSON.parse(document.querySelector('#picture')?.textContent ?? '') as Picture, document.body)

/** Letters by how common they are in English words. */
export const COMMON_LETTERS = 'ESIARNTOLCDUPMGHBYFKWVZXJQ'

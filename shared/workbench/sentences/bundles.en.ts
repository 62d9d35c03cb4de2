/** What is wrong with an MCP server bundle. */
export const bundleSentencesEn = {
  BUNDLE_LARGE: {
    message: 'This bundle would unpack to more than {megabytes} MB.',
    hint: 'Unpack it yourself and add its server by its command.',
  },
  BUNDLE_BROKEN: {
    message: 'This bundle can’t be unpacked: it isn’t a zip file, or it is damaged.',
    hint: 'Download it again.',
  },
  BUNDLE_NO_MANIFEST: {
    message: 'This bundle has no manifest.json, which says how to run its server.',
    hint: 'Choose an .mcpb file that was made for MCP hosts.',
  },
  BUNDLE_OUTSIDE: {
    message: 'This bundle contains a file outside its own folder: {path}',
    hint: 'Don’t use it; tell whoever made it.',
  },
} as const

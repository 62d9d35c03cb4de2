/** Errors about files in sandboxes. */
export const fileSentencesEn = {
  FILE_CHANGED: {
    message: '{path} changed in the sandbox after you opened it.',
    hint: 'Reload it, or overwrite it with your version.',
  },
  FILE_EXISTS: { message: '{path} already exists.' },
  'FILE_REFUSED.missing': { message: '{path} doesn’t exist.' },
  'FILE_REFUSED.mode': { message: 'The permissions of {path} were not changed.' },
  FILE_SHORT: {
    message: 'Only {done} of {total} bytes were downloaded.',
    hint: 'Download it again.',
  },
  'FOLDER_REFUSED.closed': {
    message: 'The permissions of {path} don’t allow it to be listed.',
    hint: 'Change them in a terminal.',
  },
  'FOLDER_REFUSED.file': { message: '{path} is not a folder.' },
  'FOLDER_REFUSED.missing': { message: 'There is no folder {path}.' },
  LEND_FAILED: {
    message: 'The key could not be lent: {reason}',
    hint: 'Nothing of it is left in the sandbox. Try again.',
  },
  LEND_KEPT: {
    message: 'The key could not be taken back: {reason}',
    hint: 'Try again, or stop the sandbox: the key is only in its memory.',
  },
  LEND_NO_MEMORY: {
    message: 'This sandbox has no folder in memory, and a key is not put on its disk.',
    hint: 'Lend it to a sandbox of a platform with Linux and /dev/shm.',
  },
  LEND_NO_SECRET: {
    message: 'The secret {name} isn’t stored here, or can’t be opened.',
    hint: 'Enter the key again.',
  },
  SEARCH_PATTERN: { message: 'The search can’t read this expression: {reason}' },
  START_FILES: {
    message: 'The sandbox runs, but its file {path} could not be written: {reason}',
    hint: 'Correct the path in the template, or create the file in Files.',
  },
  UNKNOWN_UPLOAD: { message: 'This upload has ended or was cancelled.' },
  UPLOAD_ENDED: { message: 'The browser stopped sending the file.', hint: 'Upload it again.' },
  UPLOAD_UNPACK: {
    message: 'The files could not be unpacked in {path}: {reason}',
    hint: 'Check that tar is installed and that there is enough disk space.',
  },
  MODEL_COPY_FAILED: {
    message: 'The model could not be copied before the import: {reason}. Nothing was imported.',
    hint: 'Make room in the data folder that Settings shows, then try again.',
  },
  MODEL_COPY_GONE: {
    message:
      'This import can no longer be undone: something else was imported or restored since. Nothing was changed.',
    hint: 'Check again what can be undone.',
  },
  MODEL_COPY_MOVED: {
    message: 'More was written to the model meanwhile. Nothing was changed.',
    hint: 'Check again what would be lost, then decide.',
  },
} as const

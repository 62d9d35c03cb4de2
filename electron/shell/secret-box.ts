import { safeStorage } from 'electron'
import { plainBox, type SecretBox } from '../workbench/secrets/secrets.ts'

/**
 * The operating system's store for secrets, through Electron's asynchronous calls (the synchronous ones are gone in Electron 46).
 * On Linux without a keyring Electron would fall back to `basic_text`, which encrypts with a known key: that counts as plain.
 */
export async function systemSecretBox(): Promise<SecretBox> {
  const available = await safeStorage.isAsyncEncryptionAvailable()
  const basic = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (!available || basic) return plainBox
  return {
    strength: 'encrypted',
    seal: async (text) => (await safeStorage.encryptStringAsync(text)).toString('base64'),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
  }
}

/** The file storage failed: not the user's fault, worth a retry. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** The storage of files does not answer as it should: no fault of the person, and worth trying again. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

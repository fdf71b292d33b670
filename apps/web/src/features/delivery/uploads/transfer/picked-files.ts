/** Describes a file as chosen: alone, or in a folder. */

export type PickedFile = {
  file: File
  /** Includes the folders it was chosen in: "north/orders.csv". */
  path: string
}

/** Returns the files of an input, with their paths if it is an input for folders. */
export const pickedFrom = (files: Iterable<File>): PickedFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }))

/** Returns the dropped files, including those in folders. */
export async function droppedFrom(transfer: DataTransfer): Promise<PickedFile[]> {
  // Read all entries at once: the list is empty after the first wait.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry())
  const found = entries.filter((entry) => entry !== null)
  if (found.length === 0) return pickedFrom(transfer.files)
  return (await Promise.all(found.map(filesIn))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, path: entry.fullPath.replace(/^\//, '') }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: PickedFile[] = []
  for (;;) {
    // A hundred at a time; nothing more when it is empty.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return files
    files.push(...(await Promise.all(some.map(filesIn))).flat())
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

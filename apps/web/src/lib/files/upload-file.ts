/** Uploads one file by XMLHttpRequest, because fetch reports no progress. */
import { type Attachment, attachment } from '@semblance/contract'
import { authorizationHeader } from '../api/api.ts'

type UploadEvents = {
  onProgress: (sentBytes: number) => void
  onDone: (attachment: Attachment) => void
  onFailure: (message: string) => void
  /** Adds headers to those of the caller. */
  headers?: Record<string, string>
}

const connectionLost = 'The connection was lost. Try again.'

/** `path` takes a file as the body of a POST, with or without a query, and answers an attachment. Returns the function that stops it. */
export function sendFile(
  path: string,
  file: File,
  { onProgress, onDone, onFailure, headers: given }: UploadEvents,
): () => void {
  const request = new XMLHttpRequest()
  let isStopped = false
  request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
  request.onerror = () => onFailure(connectionLost)
  request.onload = () => {
    const answer = readAnswer(request.responseText)
    const arrived = attachment.safeParse(answer)
    if (request.status < 300 && arrived.success) onDone(arrived.data)
    else onFailure(messageIn(answer))
  }
  void authorizationHeader().then((headers) => {
    if (isStopped) return
    const query = new URLSearchParams({ fileName: file.name })
    request.open('POST', `${path}${path.includes('?') ? '&' : '?'}${query}`)
    for (const [name, value] of Object.entries({ ...headers, ...given }))
      request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
  return () => {
    isStopped = true
    request.abort()
  }
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The server's own sentence, when it answered with one. */
function messageIn(answer: unknown): string {
  return answer && typeof answer === 'object' && 'message' in answer
    ? String(answer.message)
    : 'The server did not take the file. Try again in a moment.'
}

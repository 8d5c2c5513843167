import { useState } from 'react'
import { refusalOf } from './upload'

/** A picture that is chosen before there is a row it belongs to, and why the server did not take it. */
export function usePicture() {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const onFile = (next: File | null) => {
    setError(undefined)
    setFile(next)
  }
  /** Sends it; a refusal stands at the picture, and is thrown on. */
  const send = async <T>(upload: (file: File) => Promise<T>): Promise<T> => {
    if (!file) throw new TypeError('there is no picture')
    try {
      return await upload(file)
    } catch (reason) {
      setError(refusalOf(reason) ?? undefined)
      throw reason
    }
  }
  return { file, error, onFile, send }
}

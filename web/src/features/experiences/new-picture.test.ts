import { expect, it, vi } from 'vitest'
import type { ExperienceFull } from '@/api/models'
import { saveWithPicture } from './new-picture'

const made = { id: 7, name: 'Sea caves' } as ExperienceFull
const file = new File(['x'], 'caves.jpg')

it('sends the picture to the experience that was made', async () => {
  const upload = vi.fn(async () => undefined)
  expect(await saveWithPicture(async () => made, file, upload)).toEqual({ experience: made, failure: null })
  expect(upload).toHaveBeenCalledWith(7, file)
})

it('sends nothing where nothing was chosen', async () => {
  const upload = vi.fn()
  expect(await saveWithPicture(async () => made, null, upload)).toEqual({ experience: made, failure: null })
  expect(upload).not.toHaveBeenCalled()
})

it('keeps the experience when its picture is refused, and says why', async () => {
  const failure = new Error('Too large.')
  const upload = () => Promise.reject(failure)
  expect(await saveWithPicture(async () => made, file, upload)).toEqual({ experience: made, failure })
})

it('sends no picture of what was not made', async () => {
  const upload = vi.fn()
  await expect(saveWithPicture(() => Promise.reject(new Error('No name.')), file, upload)).rejects.toThrow('No name.')
  expect(upload).not.toHaveBeenCalled()
})

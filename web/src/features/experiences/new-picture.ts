import type { ExperienceFull } from '@/api/models'

type Saved = { experience: ExperienceFull; failure: unknown }

/** Make an experience, and send its picture after it: an experience without its picture is still one. */
export async function saveWithPicture(
  save: () => Promise<ExperienceFull>,
  file: File | null,
  upload: (experience: number, file: File) => Promise<unknown>,
): Promise<Saved> {
  const experience = await save()
  try {
    if (file) await upload(experience.id, file)
    return { experience, failure: null }
  } catch (failure) {
    return { experience, failure }
  }
}

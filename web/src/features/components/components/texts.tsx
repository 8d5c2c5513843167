'use client'
import { useTranslations } from 'use-intl'
import { CodeField } from '@/components/ui/code-field'
import { ColorField } from '@/components/ui/color-field'
import { TextField } from '@/components/ui/field'
import { ImageField } from '@/components/ui/image-field'
import { SearchField } from '@/components/ui/search-field'
import { TagField } from '@/components/ui/tag-field'
import { Live, Specimen, State } from './specimen'
import { useStates } from './use-states'

export function TextSpecimens() {
  return (
    <>
      <TextFields />
      <OtherTexts />
      <Pictures />
    </>
  )
}

function TextFields() {
  const t = useTranslations('components')
  const states = useStates()
  return (
    <Specimen name="TextField" file="ui/field.tsx">
      <State is="empty">
        <Live start="">
          {(value, set) => (
            <TextField label={states.label} value={value} onChange={set} placeholder={t('sampleHint')} />
          )}
        </Live>
      </State>
      {states.fields.map(({ is, props }) => (
        <State key={is} is={is}>
          <Live start={t('sampleText')}>{(value, set) => <TextField value={value} onChange={set} {...props} />}</Live>
        </State>
      ))}
      <State is="large">
        <Live start={t('sampleText')}>
          {(value, set) => <TextField rows={3} label={states.label} value={value} onChange={set} />}
        </Live>
      </State>
    </Specimen>
  )
}

function OtherTexts() {
  const t = useTranslations('components')
  const states = useStates()
  return (
    <>
      <Specimen name="SearchField" file="ui/search-field.tsx">
        <Live start={t('sampleText')}>
          {(value, set) => <SearchField label={states.label} value={value} onChange={set} />}
        </Live>
      </Specimen>
      <Specimen name="TagField" file="ui/tag-field.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live start={[t('sampleOne'), t('sampleTwo')]}>
              {(value, set) => <TagField value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
      <Specimen name="CodeField" file="ui/code-field.tsx">
        <Live start="42">
          {(value, set) => <CodeField label={states.label} length={6} value={value} onChange={set} isBusy={false} />}
        </Live>
      </Specimen>
      <Specimen name="ColorField" file="ui/color-field.tsx">
        {states.fields.map(({ is, props }) => (
          <State key={is} is={is}>
            <Live<string | null> start="#0b6e99">
              {(value, set) => <ColorField value={value} onChange={set} {...props} />}
            </Live>
          </State>
        ))}
      </Specimen>
    </>
  )
}

function Pictures() {
  const states = useStates()
  const field = (props: object, value: string | null) => (
    <Live start={value}>
      {(address, set) => (
        <ImageField
          label={states.label}
          value={address}
          onFile={(file) => set(URL.createObjectURL(file))}
          onRemove={() => set(null)}
          {...props}
        />
      )}
    </Live>
  )
  return (
    <Specimen name="ImageField" file="ui/image-field.tsx">
      <State is="empty">{field({}, null)}</State>
      <State is="default">{field({ hint: states.hint }, '/icon.svg')}</State>
      <State is="loading">{field({ isPending: true }, '/icon.svg')}</State>
      <State is="error">{field({ error: states.error }, null)}</State>
      <State is="disabled">{field({ isDisabled: true }, null)}</State>
    </Specimen>
  )
}

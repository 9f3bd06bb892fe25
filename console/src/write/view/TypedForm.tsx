import { useEffect, useRef, useState } from 'preact/hooks';

interface TypedFormProps {
  readonly class: string;
  readonly label: string;
  /** Whether the label is only read aloud. */
  readonly isLabelHidden?: boolean;
  readonly initial?: string;
  readonly placeholder?: string;
  readonly submit: string;
  /** Stands where nothing is wrong. */
  readonly hint?: string;
  /** Takes what was typed, or says what is wrong with it. */
  readonly onSubmit: (typed: string) => string | undefined;
}

/** A field of its own with a button, and what is wrong with what was typed. */
export function TypedForm(props: TypedFormProps) {
  const { class: name, label, isLabelHidden, initial = '', placeholder, submit, hint, onSubmit } = props;
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    if (!isLabelHidden) field.current?.select();
  }, []);
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(onSubmit(field.current!.value));
      }}
    >
      <label>
        <span class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
        <input
          ref={field}
          type="text"
          defaultValue={initial}
          placeholder={placeholder}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="none"
          aria-invalid={wrong !== undefined}
          onInput={() => setWrong(undefined)}
        />
      </label>
      <button type="submit">{submit}</button>
      {wrong !== undefined ? (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      ) : (
        hint && <p class="help">{hint}</p>
      )}
    </form>
  );
}

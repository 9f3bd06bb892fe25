import type { ComponentChildren, ComponentProps } from 'preact';

/** The controls that all parts of the page are made of. */

interface ButtonProps extends ComponentProps<'button'> {
  /** What stands on it where that is a text alone. */
  readonly text?: ComponentChildren;
}

export function Button({ text, children, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {text ?? children}
    </button>
  );
}

interface SignButtonProps {
  /** Read aloud, and shown under the pointer with the keys that do the same. */
  readonly label: string;
  readonly keys?: string;
  readonly class?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly hasMenu?: boolean;
  readonly onPress: () => void;
  readonly sign: ComponentChildren;
}

/** A small button with a sign on it. */
export function SignButton(props: SignButtonProps) {
  const { label, keys, class: name, isPressed, isDisabled, hasMenu, onPress, sign } = props;
  return (
    <Button
      class={`quiet round ${name ?? ''}`}
      aria-label={label}
      aria-pressed={isPressed}
      title={keys === undefined ? label : `${label} (${keys})`}
      disabled={isDisabled}
      aria-haspopup={hasMenu ? 'dialog' : undefined}
      onClick={onPress}
      text={sign}
    />
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly title?: string;
  readonly onToggle: () => void;
  readonly text: ComponentChildren;
}

/** One of several things, any number of which are chosen. */
export function Choice({ isChosen, title, onToggle, text }: ChoiceProps) {
  return <Button class="value" aria-pressed={isChosen} title={title} onClick={onToggle} text={text} />;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly class?: string;
  /** Whether the label is only read aloud. */
  readonly isLabelHidden?: boolean;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  /** Called when someone is about to choose. */
  readonly onApproach?: () => void;
  readonly onChoose: (value: Value) => void;
}

/** One of several things. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, class: name, isLabelHidden, value, options, onApproach, onChoose } = props;
  return (
    <label class={name}>
      <span class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>{' '}
      <select
        value={value}
        onFocus={onApproach}
        onPointerEnter={onApproach}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly text: string;
}

export function Check({ isChecked, onCheck, text }: CheckProps) {
  return (
    <label>
      <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onCheck(currentTarget.checked)} />{' '}
      {text}
    </label>
  );
}

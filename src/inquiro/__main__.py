"""`python -m inquiro` is the same as `inquiro`."""

from inquiro.cli.main import main

if __name__ == "__main__":
    main()

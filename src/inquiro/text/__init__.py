"""What a text holds and how it is shown, known once: figures, units, dates, polarity, look-alikes, what nobody sees.

The bottom of the house: nothing here imports anything else of Inquiro.
"""
